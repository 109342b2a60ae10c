import { env } from '../../platform/runtime/env.ts'

/** The origin of the pages of the drops: their own host, if there is one. */
export function dropsOrigin(): string {
  const { SECRET_KITCHENS_HOST: host, SITE_URL } = env()
  return host ? `${new URL(SITE_URL).protocol}//${host}` : SITE_URL
}
