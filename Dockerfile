# The service from its package: `npm run pack`, then `docker build -t antechamber .`
#
#   docker run -p 8010:8010 -v antechamber:/data \
#     -e ANTECHAMBER_CONTROL_KEY=<32 characters or more> -e ANTECHAMBER_PUBLIC_URL=https://id.example antechamber
#
# The container listens on all of its addresses, so it is in production mode: it starts with an empty world and
# wants a control key of its own; without one it ends and says so. For a test double that whoever reaches it may
# use as anybody, say `-e ANTECHAMBER_MODE=development` in place of the public URL, and publish the port on
# loopback alone (`-p 127.0.0.1:8010:8010`). docs/guides/for-others.md says more.

FROM node:26-slim AS install
WORKDIR /opt/antechamber
COPY packed/antechamber-[0-9]*.tgz ./antechamber.tgz
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund ./antechamber.tgz
RUN node node_modules/antechamber/dist/antechamber.js --version

FROM node:26-slim
ENV NODE_ENV=production \
    ANTECHAMBER_HOST=0.0.0.0 \
    ANTECHAMBER_PORT=8010 \
    ANTECHAMBER_STORE=sqlite:/data/data.db \
    ANTECHAMBER_LOG=json
COPY --from=install /opt/antechamber/node_modules /opt/antechamber/node_modules
RUN mkdir -p /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ANTECHAMBER_PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/antechamber/node_modules/antechamber/dist/antechamber.js"]
CMD ["start"]
