# Vanags as it runs in production: Node, the sources and what they import; data are in PostgreSQL alone (DATABASE_URL).
# `npm run stage` builds the same tree without an engine; it reads the COPY lines of the last stage.
FROM node:24-slim AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY core ./core
COPY webapp ./webapp
RUN npm run build

FROM base AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-bin-links

FROM base
LABEL org.opencontainers.image.title="Vanags" \
      org.opencontainers.image.description="Watches the car classifieds and tells you in Telegram" \
      org.opencontainers.image.licenses="MIT"
# Package managers go: nothing is installed while the service runs, and what is not there has no holes.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /opt/yarn-* \
        /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    && printf '#!/bin/sh\nexec node /app/cli/main.ts "$@"\n' > /usr/local/bin/vanags \
    && chmod 755 /usr/local/bin/vanags \
    && install --directory --owner=node --group=node --mode=700 /backups
WORKDIR /app
# Modes are given here: those of a checkout depend on who made it, and may hide files from the user of the service.
COPY --chown=root:root --from=dependencies /app/node_modules ./node_modules
COPY --chown=root:root --from=build /app/dist/webapp ./dist/webapp
COPY --chown=root:root --chmod=555 LICENSE package.json package-lock.json main.ts app.ts ./
COPY --chown=root:root --chmod=555 migrations ./migrations
COPY --chown=root:root --chmod=555 core ./core
COPY --chown=root:root --chmod=555 api ./api
COPY --chown=root:root --chmod=555 bot ./bot
COPY --chown=root:root --chmod=555 cli ./cli
ENV NODE_ENV=production HOST=0.0.0.0
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "main.ts"]
