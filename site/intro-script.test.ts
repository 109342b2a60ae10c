import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeIntro } from '../islands/transition/take-intro.ts'
import { coverWithIntro, introScript } from './intro-script.ts'

const times = { key: 'introPlayed', waitMs: 1500, logoMs: 900, fadeMs: 600 }

let dataset: { intro?: string }
let stored: Map<string, string>
let input: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  dataset = {}
  stored = new Map()
  input = new EventTarget()
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', input.addEventListener.bind(input))
})
afterEach(() => vi.useRealTimers())

test('the intro covers the page and is marked as played', () => {
  coverWithIntro(times)
  expect(dataset.intro).toBe('cover')
  expect(stored.get('introPlayed')).toBe('1')
  expect(takeIntro()).toBe(true)
  expect(dataset.intro).toBeUndefined()
  vi.advanceTimersByTime(5000)
  expect(dataset.intro).toBeUndefined()
})

test('a script that loads late does not cover the page again', () => {
  coverWithIntro(times)
  vi.advanceTimersByTime(1500)
  expect(dataset.intro).toBe('leaving')
  expect(takeIntro()).toBe(false)
  vi.advanceTimersByTime(600)
  expect(dataset.intro).toBeUndefined()
  expect(takeIntro()).toBe(false)
})

test.each(['keydown', 'click', 'wheel', 'touchmove', 'scroll'])(
  'the event “%s” uncovers the page before the script is loaded',
  (type) => {
    coverWithIntro(times)
    input.dispatchEvent(new Event(type))
    expect(dataset.intro).toBe('leaving')
    expect(takeIntro()).toBe(false)
  },
)

test('the space bar does not scroll the page that it uncovers', () => {
  const press = () => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key: ' ' })
    input.dispatchEvent(event)
    return event.defaultPrevented
  }
  coverWithIntro(times)
  expect(press()).toBe(true)
  expect(press()).toBe(false)
})

test.each([
  { saveData: true, effectiveType: '4g' },
  { effectiveType: '3g' },
  { effectiveType: 'slow-2g' },
])('with the connection %o, only the logo is shown, for 900 ms', (connection) => {
  vi.stubGlobal('navigator', { connection })
  coverWithIntro(times)
  expect(dataset.intro).toBe('logo')
  expect(takeIntro()).toBe(false)
  vi.advanceTimersByTime(900)
  expect(dataset.intro).toBe('leaving')
  vi.advanceTimersByTime(600)
  expect(dataset.intro).toBeUndefined()
})

test('the whole intro is played on a fast connection', () => {
  vi.stubGlobal('navigator', { connection: { saveData: false, effectiveType: '4g' } })
  coverWithIntro(times)
  expect(dataset.intro).toBe('cover')
})

test('the intro is played once per browser session, and never without session storage', () => {
  stored.set('introPlayed', '1')
  coverWithIntro(times)
  expect(dataset.intro).toBeUndefined()
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  coverWithIntro(times)
  expect(dataset.intro).toBeUndefined()
})

test('the inline script covers and uncovers the page without other modules', () => {
  new Function(introScript)()
  expect(dataset.intro).toBe('cover')
  vi.advanceTimersByTime(1500)
  expect(dataset.intro).toBe('leaving')
})
