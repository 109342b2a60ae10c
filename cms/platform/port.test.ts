import { expect, test } from 'vitest'
import { checkPorts, port, sharedPort } from './port.ts'

const menu = port<string>('menu')
const guests = sharedPort<string>('guests')
const payloadWith = (...features: object[]) => ({ config: { custom: { features } } }) as never

test('a port finds the value of the feature that provides it', () => {
  const payload = payloadWith({}, { provides: [guests.with('Ada'), menu.with('soup')] })
  expect([menu.find(payload), menu.require(payload)]).toEqual(['soup', 'soup'])
})

test('a port without a provider finds nothing, and cannot be required', () => {
  expect(menu.find(payloadWith({}))).toBeUndefined()
  expect(() => menu.require(payloadWith({}))).toThrow('One feature must provide “menu”.')
})

test('a shared port has the values of all features, in their order', () => {
  const payload = payloadWith({ provides: [guests.with('Bo')] }, { provides: [guests.with('Ada')] })
  expect(guests.all(payload)).toEqual(['Bo', 'Ada'])
})

test('a copy of a port finds the same value', () => {
  const payload = payloadWith({ provides: [port<string>('menu').with('soup')] })
  expect(menu.find(payload)).toBe('soup')
})

test('two providers of a port, or none of a required one, are refused at the start', () => {
  const soup = { provides: [menu.with('soup')] }
  const ada = { provides: [guests.with('Ada')] }
  expect(() => checkPorts([soup, soup])).toThrow('One feature must provide “menu”.')
  expect(() => checkPorts([ada, { requires: [menu] }])).toThrow('One feature must provide “menu”.')
  expect(() => checkPorts([soup, ada, ada, { requires: [menu, guests] }])).not.toThrow()
})
