import { describe, expect, test } from 'vitest'
import { parseEndpoint } from './endpoint.ts'

const parse = (text: string, localServices: string[] = []) =>
  parseEndpoint(text, localServices)?.href ?? null

describe('parseEndpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc%2b',
  ])('accepts %s', (text) => expect(parse(text)).toBe(text))

  test('returns the same form for different spellings of an endpoint', () => {
    for (const text of [
      'https://PUSH.example:443/a#b',
      'https://push.example/x/../a',
      ' https://push.example/a ',
    ]) {
      expect(parse(text)).toBe('https://push.example/a')
    }
  })

  test.each([
    ['without TLS', 'http://push.example/a'],
    ['of another scheme', 'ftp://push.example/a'],
    ['of another port', 'https://push.example:8443/a'],
    ['with a password', 'https://user:password@push.example/a'],
    ['with a user', 'https://push.example@127.0.0.1/a'],
    ['on localhost', 'https://localhost/a'],
    ['below localhost', 'https://push.localhost/a'],
    ['on localhost with a final dot', 'https://localhost./a'],
    ['with a final dot', 'https://push.example./a'],
    ['in the local network', 'https://printer.local/a'],
    ['of a cloud’s metadata', 'https://metadata.google.internal/a'],
    ['in a cluster', 'https://kubernetes.default.svc/a'],
    ['in a company', 'https://db.corp/a'],
    ['at home', 'https://nas.home.arpa/a'],
    ['in a test', 'https://foo.test/a'],
    ['of a hidden service', 'https://push.onion/a'],
    ['of a host without a domain', 'https://postgres/a'],
    ['on loopback', 'https://127.0.0.1/a'],
    ['on loopback, as a decimal number', 'https://2130706433/a'],
    ['on loopback, in hexadecimal', 'https://0x7f.0x0.0x0.0x1/a'],
    ['on loopback, in octal', 'https://0177.0.0.1/a'],
    ['on loopback, shortened', 'https://127.1/a'],
    ['on loopback, in full-width digits', 'https://１２７.０.０.１/a'],
    ['on a private address', 'https://10.0.0.5/a'],
    ['on a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['on an IP address, even a public one', 'https://8.8.8.8/a'],
    ['on loopback of IPv6', 'https://[::1]/a'],
    ['on loopback mapped to IPv6', 'https://[::ffff:127.0.0.1]/a'],
    ['on a unique local address', 'https://[fd00::1]/a'],
    ['that is too long', `https://push.example/${'a'.repeat(2000)}`],
    ['that is too long when encoded', `https://push.example/${'é'.repeat(400)}`],
    ['that is no URL', 'push.example/a'],
    ['that is empty', ''],
  ])('refuses an endpoint %s', (_, text) => expect(parse(text)).toBeNull())

  test('accepts a local service by its exact origin', () => {
    const local = ['http://127.0.0.1:4000', 'https://push.internal']
    expect(parse('http://127.0.0.1:4000/a', local)).toBe('http://127.0.0.1:4000/a')
    expect(parse('https://push.internal/a', local)).toBe('https://push.internal/a')
    for (const text of [
      'http://127.0.0.1:4001/a',
      'https://127.0.0.1:4000/a',
      'http://localhost:4000/a',
      'http://user@127.0.0.1:4000/a',
      'http://push.internal/a',
    ]) {
      expect(parse(text, local)).toBeNull()
    }
  })
})
