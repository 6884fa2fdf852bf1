// A worker as people write it: it calls the platform while it answers.
// oxlint-disable-next-line import/no-default-export -- workers are found by it
export default {
  async fetch() {
    const gateway = await fetch("https://discord.com/api/v10/gateway");
    return new Response(`workerd ${gateway.status} ${await gateway.text()}`);
  },
};
