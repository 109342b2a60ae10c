import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { addressNumber } from '../visitor/address.ts'
import { hostingSystems } from './hosting.ts'
import { rangesFile } from './networks.ts'
import { type AddressRange, formatRanges, mergeRanges } from './ranges.ts'

/**
 * Makes the list of data centres' addresses from the npm package `@ip-location-db/asn`, which is not a dependency,
 * because it has 65 MB. Run `npm pack @ip-location-db/asn`, unpack the file, and pass its folder as the argument. The
 * package's data is licensed under CC BY 4.0.
 */
function main(folder: string): void {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const comment = [
    `# Addresses of data centres. Made by \`npm run data-centers\` from @ip-location-db/asn ${version}:`,
    '# the networks (AS numbers) listed in hosting.ts. IPv6 ranges are truncated to /48.',
    '# Sources: Route Views (routeviews.org), NRO (nro.net), IP to ASN Lite by DB-IP (db-ip.com), CC BY 4.0.',
    '',
  ].join('\n')
  const lists = ([4, 6] as const).map((protocol) =>
    formatRanges(protocol, mergeRanges(readHosting(path.join(folder, `asn-ipv${protocol}.csv`)))),
  )
  writeFileSync(rangesFile, comment + lists.join(''))
}

/** Reads the networks of the hosting systems. An IPv6 network that is smaller than a /48 counts as the whole /48. */
function readHosting(file: string): AddressRange[] {
  return parse(readFileSync(file)).flatMap(([first = '', last = '', system]) => {
    if (!hostingSystems.has(Number(system))) return []
    const [from, to] = [addressNumber(first), addressNumber(last)]
    return from && to ? [[from.value, to.value] as const] : []
  })
}

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: npm run data-centers -- FOLDER of the unpacked package @ip-location-db/asn')
  process.exit(1)
}
main(folder)
