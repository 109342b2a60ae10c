import path from 'node:path'
import { withPayload } from '@payloadcms/next/withPayload'

const root = path.resolve(import.meta.dirname, '../..')

/** @type {import('next').NextConfig} */
const config = {
  turbopack: { root },
  outputFileTracingRoot: root,
  poweredByHeader: false,
  devIndicators: false,
  compress: true,
  // Pictures are made at upload; an open resizer would work for strangers.
  images: { unoptimized: true },
  // `npm run check` looks at the types of the whole house.
  typescript: { ignoreBuildErrors: true },
}

export default withPayload(config)
