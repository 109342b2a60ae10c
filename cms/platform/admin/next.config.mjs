import path from 'node:path'
import { withPayload } from '@payloadcms/next/withPayload'

const root = path.resolve(import.meta.dirname, '../../..')

/** @type {import('next').NextConfig} */
const config = {
  turbopack: { root },
  outputFileTracingRoot: root,
  poweredByHeader: false,
  devIndicators: false,
  // Compresses only the pages: the build has already compressed the scripts and style sheets.
  compress: true,
  // Pictures are resized at upload; Next's resizer would be open to anyone.
  images: { unoptimized: true },
  // `npm run check` checks the types.
  typescript: { ignoreBuildErrors: true },
  // Reading and writing an old cache can take minutes, far more than the build itself.
  experimental: { turbopackFileSystemCacheForBuild: false },
}

export default withPayload(config)
