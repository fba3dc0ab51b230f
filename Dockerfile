# syntax=docker/dockerfile:1
# One image for the four services: the command chooses which. TypeScript runs as it is; only the web is built.
FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS dependencies
WORKDIR /sello
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY services services
COPY web/package.json web/package.json
# Only the manifests count here, so that a change of code does not fetch everything anew.
RUN find packages services -type f ! -name package.json -delete

FROM dependencies AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN node node_modules/vite/bin/vite.js build web
# 350 MB to fetch, of which 150 MB are kept; what was fetched once is not fetched for the next image.
RUN --mount=type=cache,target=/root/fonts \
  FONT_PACKS=/root/fonts node packages/dev-stack/src/fetch-fonts.ts && \
  mkdir /font-packs && cp -r /root/fonts/noto-* /font-packs/

FROM dependencies AS production
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev \
  --workspace services/bff --workspace services/render-worker --workspace services/mail-worker --workspace services/domain-worker

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# A thread that starts for one upload takes half as long when it finds what others compiled.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=8 NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /sello
COPY --from=production /sello ./
COPY packages packages
COPY services services
COPY deploy deploy
COPY --from=build /sello/web/dist web/dist
COPY --from=build /font-packs font-packs
RUN install -d -o node -g node -m 700 /uploads
USER node
EXPOSE 3000
CMD ["node", "services/bff/src/main.ts"]
