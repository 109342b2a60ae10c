import { readFileSync } from 'node:fs'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { env } from '../../env.ts'
import { log } from '../../log.ts'

let reader: Reader<CountryResponse> | null | undefined

/**
 * The country of a client as ISO 3166-1 alpha-2, from the database in `COUNTRY_DATABASE`.
 * @param client the address or network as `clientBlock` returns it
 * @returns null if it is unknown, or there is no readable database
 */
export function countryOf(client: string): string | null {
  if (reader === undefined) reader = openDatabase(env().COUNTRY_DATABASE)
  return findCountry(reader, client)
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
    // The text is no address.
    return null
  }
}

/** Databases of ip-location-db have the code itself where MaxMind's have an object. */
function countryCode(found: unknown): string | null {
  const { country, country_code } = (found ?? {}) as {
    country?: { iso_code?: unknown }
    country_code?: unknown
  }
  const code = country?.iso_code ?? country_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}
