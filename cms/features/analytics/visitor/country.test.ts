import { expect, test, vi } from 'vitest'
import { log } from '../../../platform/runtime/log/log.ts'
import { findCountry, licenceNoticeOf, openDatabase } from './country.ts'

/** A database with one address. */
const databaseWith = (address: string, found: unknown) =>
  ({ get: (requested: string) => (requested === address ? found : null) }) as Parameters<
    typeof findCountry
  >[0]

test.each([
  ['81.2.69.142', { country: { iso_code: 'GB' } }, 'GB'],
  ['81.2.69.142', { country_code: 'GB' }, 'GB'],
  ['81.2.69.142', { country: { iso_code: 7 } }, null],
  ['81.2.69.142', { continent: {} }, null],
])('the country of the address %s in the database entry %o is %s', (address, found, expected) =>
  expect(findCountry(databaseWith(address, found), address)).toBe(expected),
)

test('the network of a client is looked up by its first address', () =>
  expect(findCountry(databaseWith('2001:db8::', { country_code: 'GB' }), '2001:db8::/64')).toBe(
    'GB',
  ))

test('without a database, or with a damaged one, no country is known', () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  expect(findCountry(null, '81.2.69.142')).toBeNull()
  expect(openDatabase(undefined)).toBeNull()
  expect(logged).not.toHaveBeenCalled()
  expect(openDatabase(import.meta.filename)).toBeNull()
  expect(logged).toHaveBeenCalledOnce()
})

test.each([
  ['DBIP-Country-Lite', 'https://db-ip.com'],
  ['GeoLite2-Country', 'https://www.maxmind.com'],
  ['Our-Own', undefined],
])('the attribution of the database %s links to %s', (databaseType, href) =>
  expect(licenceNoticeOf({ metadata: { databaseType } })?.href).toBe(href),
)
test('without a database there is no attribution', () => expect(licenceNoticeOf(null)).toBeNull())
