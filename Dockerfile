FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
RUN CI=true npm run build
# The second Node, and what only builds use. The rest of the sources stays, because backups and the admin’s commands run
# without a build.
RUN cd node_modules && rm -rf node .bin/node @next/swc-* monaco-editor drizzle-kit typescript playwright playwright-core \
      @rolldown lightningcss lightningcss-* && \
    cd ../site && mv art fonts lettering.ts / && rm -rf * && mv /art /fonts /lettering.ts . && \
    rm -rf ../islands ../public ../.astro

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 NODE_COMPILE_CACHE=/app/dist/compiled
COPY --from=build --chown=node:node /app .
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=384", "cms/app/start.ts"]
