import { readFileSync } from 'node:fs'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { env } from '../../../platform/runtime/env.ts'
import { log } from '../../../platform/runtime/log/log.ts'

let reader: Reader<CountryResponse> | null | undefined
/** The database of `COUNTRY_DATABASE`; null without a readable one. */
const configuredDatabase = () => {
  if (reader === undefined) reader = openDatabase(env().COUNTRY_DATABASE)
  return reader
}

/**
 * The country of a client as ISO 3166-1 alpha-2, from the database in `COUNTRY_DATABASE`.
 * @param client the IP address or network as `clientBlock` returns it
 * @returns null if it is unknown, or there is no readable database
 */
export function countryOf(client: string): string | null {
  return findCountry(configuredDatabase(), client)
}

/** The attribution that the licence of a database requires where countries are shown. */
export type LicenceNotice = { text: string; href: string }

/** The attribution of the configured database; null without a database, or if no attribution is known for it. */
export const countryLicenceNotice = (): LicenceNotice | null =>
  licenceNoticeOf(configuredDatabase())

/** Sources: db-ip.com/db/lite.php (CC BY 4.0), dev.maxmind.com/geoip/geolite2-free-geolocation-data. */
export function licenceNoticeOf(
  database: { metadata: { databaseType: string } } | null,
): LicenceNotice | null {
  const type = database?.metadata.databaseType ?? ''
  if (/^db-?ip/i.test(type)) return { text: 'IP Geolocation by DB-IP', href: 'https://db-ip.com' }
  if (/^geolite/i.test(type)) {
    return { text: 'GeoLite Data created by MaxMind', href: 'https://www.maxmind.com' }
  }
  return null
}

/** Opens a database in the MaxMind format with countries or cities. @returns null if it is not readable */
export function openDatabase(file: string | undefined): Reader<CountryResponse> | null {
  if (file === undefined) return null
  try {
    return new Reader<CountryResponse>(readFileSync(file))
  } catch (error) {
    log.error({ err: error, file }, 'the database of countries is not readable')
    return null
  }
}

export function findCountry(
  database: Pick<Reader<CountryResponse>, 'get'> | null,
  client: string,
): string | null {
  const [address = ''] = client.split('/', 1)
  try {
    return countryCode(database?.get(address))
  } catch {
    // The text is not an address.
    return null
  }
}

/** The code of a country. Databases of ip-location-db contain the code itself, MaxMind's an object. */
function countryCode(found: unknown): string | null {
  const { country, country_code } = (found ?? {}) as {
    country?: { iso_code?: unknown }
    country_code?: unknown
  }
  const code = country?.iso_code ?? country_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}
