// What engines call by an older name than the time zone database of IANA. Source: its file `zone.tab`, release 2026c,
// compared with CLDR's names in ICU 78.
const renamedZones: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/**
 * The canonical IANA name of a time zone: `Europe/London` for `europe/london`, `Asia/Kolkata` for `Asia/Calcutta`.
 * @returns null if there is no such zone. Offsets such as `+01:00` are none: calendar files can't name them, and they
 *   don't know when the clocks change
 */
export function canonicalTimeZone(name: unknown): string | null {
  if (typeof name !== 'string' || !/^[a-z]/i.test(name.trim())) return null
  try {
    const timeZone = name.trim()
    const known = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
    return renamedZones[known] ?? known
  } catch {
    return null
  }
}

// Zones without summer time whose offset is no whole number of hours.
const zonesByOffset: Record<string, string> = {
  '-09:30': 'Pacific/Marquesas',
  '+03:30': 'Asia/Tehran',
  '+04:30': 'Asia/Kabul',
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+06:30': 'Asia/Yangon',
  '+08:45': 'Australia/Eucla',
  '+09:30': 'Australia/Darwin',
}

/**
 * The time zone that a stored name means. Venues could have an offset such as `+05:30` once. It becomes the name of a zone
 * with the same clock: calendar files can't name offsets, and PostgreSQL reads their sign the other way round. An offset
 * that no zone keeps all year stays until somebody chooses a zone.
 */
export function storedTimeZone(name: unknown): string {
  const known = canonicalTimeZone(name)
  if (known) return known
  const [, sign, hours, minutes = '00'] =
    /^([+-])(\d\d)(?::?(\d\d))?$/.exec(String(name).trim()) ?? []
  if (!sign || !hours || +hours > 23 || +minutes > 59) return 'UTC'
  const offset = `${sign}${hours}:${minutes}`
  if (minutes !== '00') return zonesByOffset[offset] ?? offset
  const named = +hours ? `Etc/GMT${sign === '+' ? '-' : '+'}${+hours}` : 'UTC'
  return canonicalTimeZone(named) ?? offset
}

/** The canonical names of all time zones, for a form. */
export const listTimeZones = (): string[] =>
  Intl.supportedValuesOf('timeZone')
    .map((each) => renamedZones[each] ?? each)
    .sort()

export const timeZoneProblem =
  'There is no such time zone. Choose one from the list: a region and a city, for example Europe/London. Offsets such as +01:00 don’t know summer time.'
