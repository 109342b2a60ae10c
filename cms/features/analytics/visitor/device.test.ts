import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0'

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
    'phone Safari iOS',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${webkit} CriOS/120.0 Mobile/15E148 Safari/604.1`,
    'tablet Chrome iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`, 'phone Chrome Android'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${blink} Safari/537.36`, 'tablet Chrome Android'],
  [
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'phone Samsung Internet Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/138.0.0.0`,
    'desktop Edge Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'desktop Firefox macOS',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, 'desktop Chrome ChromeOS'],
  ['Mozilla/5.0 (Linux; U; Android 13; Xiaomi) MiuiBrowser/14.5', 'tablet Miui Android'],
  ['anything', 'desktop Other Other'],
  ['Alice Smith 0171/1.0 (anything', 'desktop Other Other'],
  ['constructor/1.0 (anything', 'desktop Other Other'],
  ['__proto__/1.0 anything', 'desktop Other Other'],
  ['', 'desktop Other Other'],
])('the user agent “%s” is recognised as %s', (userAgent, expected) => {
  const { device_type, browser, os } = deviceOf(userAgent)
  expect(`${device_type} ${browser} ${os}`).toBe(expected)
})
