import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'

export type Device = {
  device_type: 'phone' | 'tablet' | 'desktop'
  /** Names without versions, e.g. `Chrome`; `Other` if unknown. */
  browser: string
  os: string
}

const unknownDevice: Device = { device_type: 'desktop', browser: 'Other', os: 'Other' }
const maxLength = 400
const parsed = new LRUCache<string, Device>({ max: 2000 })

/**
 * What a User-Agent header says of the device. Only its first 400 characters count.
 */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, maxLength)
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
    browser: (browser.name && shortNames[browser.name]) || browser.name || 'Other',
    os: (os.name && shortNames[os.name]) || os.name || 'Other',
  }
}

const typeNames: Record<string, Device['device_type']> = { mobile: 'phone', tablet: 'tablet' }
/** Names as people know them. */
const shortNames: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Android Browser': 'Android',
  'Chrome OS': 'ChromeOS',
}
