import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canBeSigned, isSigned, type SignedRequest } from './webhook.ts'

// The example in the tests of the Standard Webhooks libraries.
const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
const now = new Date(1_614_265_330_000)
const call: SignedRequest = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  body: Buffer.from('{"test": 2432232314}'),
}
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const signedWith = (other: Buffer, { id, timestamp, body } = call) =>
  `v1,${createHmac('sha256', other).update(`${id}.${timestamp}.${body}`).digest('base64')}`

describe('a webhook request', () => {
  test('signed as the specification says is accepted', () => {
    expect(isSigned(call, key, now)).toBe(true)
  })

  test.each([299, -299])('with a timestamp %i seconds off is accepted', (seconds) => {
    expect(isSigned(call, key, later(seconds))).toBe(true)
  })

  test.each([301, -301, 86_400])('with a timestamp %i seconds off is refused', (seconds) => {
    expect(isSigned(call, key, later(seconds))).toBe(false)
  })

  test('without a signature, an id or a current timestamp is refused by its headers alone', () => {
    const wrong = [{ signatures: '' }, { id: '' }, { timestamp: '1614265000' }]
    expect(canBeSigned(call, now)).toBe(true)
    for (const each of wrong) expect(canBeSigned({ ...call, ...each }, now)).toBe(false)
  })

  test('with several signatures is accepted if one is valid', () => {
    const others = ['v1a,AAAA', signedWith(Buffer.from('another key')), 'v1,', 'v1']
    const signatures = [...others, call.signatures].join(' ')
    expect(isSigned({ ...call, signatures }, key, now)).toBe(true)
    expect(isSigned({ ...call, signatures: others.join(' ') }, key, now)).toBe(false)
  })

  test.each<[string, Partial<SignedRequest>]>([
    ['a changed body', { body: Buffer.from('{"test": 2432232315}') }],
    ['a changed id', { id: 'msg_other' }],
    ['a changed time', { timestamp: '1614265331' }],
    ['no id', { id: '' }],
    ['no time', { timestamp: '' }],
    ['an invalid time', { timestamp: '1614265330.0' }],
    ['no signature', { signatures: '' }],
    ['a signature of an unknown version', { signatures: call.signatures.replace('v1', 'v2') }],
    ['half a signature', { signatures: call.signatures.slice(0, 20) }],
  ])('with %s is refused', (_, changed) => {
    expect(isSigned({ ...call, ...changed }, key, now)).toBe(false)
  })
})
