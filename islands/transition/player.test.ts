import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idle, type Transition } from './phases.ts'
import { createPlayer, type Player } from './player.ts'

const cafe = { targetPath: '/cafe', variant: 'soft', previewImage: '/cafe.avif' } as const
const home = { targetPath: '/', variant: 'strobe', previewImage: null } as const
const intro = { targetPath: null, variant: 'strobe', previewImage: null } as const

let state: Transition
let player: Player
let reduced = false
let logoOnly = false

beforeEach(() => {
  vi.useFakeTimers()
  reduced = false
  logoOnly = false
  state = idle
  player = createPlayer({
    now: () => Date.now(),
    reducedMotion: () => reduced,
    logoOnly: () => logoOnly,
    read: () => state,
    write: (change) => {
      state = { ...state, ...change }
    },
  })
})
afterEach(() => vi.useRealTimers())

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let done = false
  promise.then(() => {
    done = true
  })
  await Promise.resolve()
  await Promise.resolve()
  return done
}

test('the overlay shows strobe and logo, navigates, fades 200 ms after arrival, and ends 600 ms later', async () => {
  const navigation = player.play(home)
  expect(state).toMatchObject({ active: true, phase: 'strobe', targetPath: '/' })
  vi.advanceTimersByTime(500)
  expect(state.phase).toBe('logo')
  vi.advanceTimersByTime(1499)
  expect(await isSettled(navigation)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isSettled(navigation)).toBe(true)
  player.arrive()
  vi.advanceTimersByTime(199)
  expect(state.fading).toBe(false)
  vi.advanceTimersByTime(1)
  expect(state).toMatchObject({ active: true, fading: true })
  vi.advanceTimersByTime(600)
  expect(state).toEqual(idle)
})

test('the intro does not navigate and ends by itself', () => {
  player.play(intro)
  vi.advanceTimersByTime(2000 + 200)
  expect(state.fading).toBe(true)
  vi.advanceTimersByTime(600)
  expect(state).toEqual(idle)
})

test('the intro fades at once when skipped', () => {
  player.play(intro)
  vi.advanceTimersByTime(100)
  player.skip()
  expect(state.fading).toBe(true)
})

test('a skipped transition navigates at once and stays until the page has arrived', async () => {
  const navigation = player.play(cafe)
  player.skip()
  expect(await isSettled(navigation)).toBe(true)
  expect(state).toMatchObject({ active: true, fading: false })
})

test('a second transition replaces the target of the first one and keeps its timing', async () => {
  player.play(cafe)
  vi.advanceTimersByTime(600)
  const navigation = player.play({ ...cafe, targetPath: '/beer', previewImage: '/beer.avif' })
  expect(state).toMatchObject({
    targetPath: '/beer',
    previewImage: '/beer.avif',
    phase: 'soft-logo',
  })
  vi.advanceTimersByTime(300)
  expect(await isSettled(navigation)).toBe(true)
})

test('a navigation to the home page during a navigation to a section keeps the variant of the section', async () => {
  player.play(cafe)
  vi.advanceTimersByTime(600)
  const navigation = player.play(home)
  expect(state).toMatchObject({
    targetPath: '/',
    previewImage: null,
    variant: 'soft',
    phase: 'soft-logo',
  })
  vi.advanceTimersByTime(300)
  expect(await isSettled(navigation)).toBe(true)
})

test('a navigation to a section during a navigation to the home page keeps the variant of the home page', async () => {
  player.play(home)
  vi.advanceTimersByTime(300)
  const navigation = player.play(cafe)
  expect(state).toMatchObject({
    targetPath: '/cafe',
    previewImage: null,
    variant: 'strobe',
    phase: 'strobe',
  })
  vi.advanceTimersByTime(200)
  expect(state).toMatchObject({ variant: 'strobe', phase: 'logo' })
  vi.advanceTimersByTime(1500)
  expect(await isSettled(navigation)).toBe(true)
})

test('a transition during the intro starts from the beginning', async () => {
  const first = player.play(intro)
  vi.advanceTimersByTime(400)
  const navigation = player.play(cafe)
  expect(await isSettled(first)).toBe(true)
  expect(state).toMatchObject({ phase: 'soft-logo', targetPath: '/cafe' })
  vi.advanceTimersByTime(899)
  expect(await isSettled(navigation)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isSettled(navigation)).toBe(true)
})

test('the overlay waits at most four seconds for a page', () => {
  player.play(cafe)
  vi.advanceTimersByTime(900 + 4000)
  expect(state.fading).toBe(true)
  vi.advanceTimersByTime(600)
  expect(state).toEqual(idle)
})

test('a page that arrives after the end of the overlay changes nothing', () => {
  player.play(cafe)
  vi.advanceTimersByTime(900 + 4000 + 600)
  player.arrive()
  vi.advanceTimersByTime(5000)
  expect(state).toEqual(idle)
})

test('a strobe within a second of the last one is skipped', () => {
  player.play(intro)
  vi.advanceTimersByTime(300)
  player.leave()
  player.play(home)
  expect(state.phase).toBe('logo')
  player.reset()
  vi.advanceTimersByTime(700)
  player.play(home)
  expect(state.phase).toBe('strobe')
})

test('with reduced motion the logo is shown first', () => {
  reduced = true
  player.play(home)
  expect(state.phase).toBe('logo')
})

test('with the logo only, there is no picture of the section', () => {
  logoOnly = true
  void player.play(cafe)
  expect(state).toMatchObject({ phase: 'logo', previewImage: null, targetPath: '/cafe' })
})
