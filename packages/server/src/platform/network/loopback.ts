/** True for names and addresses that only this machine can reach; IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return (
    /^([a-z0-9-]+\.)*localhost\.?$/.test(name) ||
    /^(::ffff:)?127(\.[0-9]{1,3}){3}$/.test(name) ||
    /^(0{0,4}:){2,7}0{0,3}1$/.test(name)
  );
}
