import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import { copyStart } from '../copy-start.ts'

export type Device = {
  device_type: 'phone' | 'tablet' | 'desktop'
  /** Names without versions, e.g. `Chrome`; `Other` if unknown. */
  browser: string
  os: string
}

const unknownDevice: Device = { device_type: 'desktop', browser: 'Other', os: 'Other' }
const maxLength = 400
const parsed = new LRUCache<string, Device>({ max: 2000 })

/** The device according to a User-Agent header. Only the header's first 400 characters count. */
export function deviceOf(userAgent: string): Device {
  const text = copyStart(userAgent, maxLength)
  const known = parsed.get(text)
  if (known) return known
  const device = parseDevice(text)
  parsed.set(text, device)
  return device
}

function parseDevice(userAgent: string): Device {
  if (userAgent.trim() === '') return unknownDevice
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    device_type: typeNames[platform.type ?? ''] ?? 'desktop',
    browser: nameOf(browser.name),
    os: nameOf(os.name),
  }
}

const typeNames: Record<string, Device['device_type']> = { mobile: 'phone', tablet: 'tablet' }
const namesOfBowser = [...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)]
/** Browsers that Bowser recognises but does not list. */
const unlisted = ['Miui', 'Opera Touch', 'PlayStation 4']
/** The stored names, by Bowser's names. */
const names = new Map<string, string>([
  ...[...namesOfBowser, ...unlisted].map((name) => [name, name] as const),
  // Names that people know better than those of Bowser.
  ['Microsoft Edge', 'Edge'],
  ['Samsung Internet for Android', 'Samsung Internet'],
  ['Android Browser', 'Android'],
  ['Chrome OS', 'ChromeOS'],
])

/** For an unknown browser, Bowser returns a part of the header, which may contain anything. */
const nameOf = (name: string | undefined): string => names.get(name ?? '') ?? 'Other'
