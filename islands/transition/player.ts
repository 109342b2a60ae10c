import {
  arrivalLimitMs,
  fadeDelayMs,
  idle,
  planTransition,
  removalMs,
  type Transition,
} from './phases.ts'

export type Journey = Pick<Transition, 'targetPath' | 'variant' | 'previewImage'>

export type Player = {
  /**
   * Covers the page. While a journey has not arrived, another one takes its place without starting
   * over: the target is the new one's, the variant that of what is being played. Resolves when it is
   * time to navigate.
   */
  play: (journey: Journey) => Promise<void>
  /** The page is there: fades after a moment. */
  arrive: () => void
  /** Ends the waiting: navigates now, and the intro fades now. */
  hurry: () => void
  /** Fades now, whatever was on its way. */
  leave: () => void
  /** Removes the overlay at once. */
  reset: () => void
}

export type Surroundings = {
  now: () => number
  reducedMotion: () => boolean
  read: () => Transition
  write: (change: Partial<Transition>) => void
}

/** Plays the plan of a transition on the clock. Rules and times are in `phases.ts`. */
export function createPlayer({ now, reducedMotion, read, write }: Surroundings): Player {
  let timers: ReturnType<typeof setTimeout>[] = []
  let midway = Promise.withResolvers<void>()
  let strobedAt = Number.NEGATIVE_INFINITY

  const after = (ms: number, act: () => void) => {
    timers.push(setTimeout(act, ms))
  }
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const leave = () => {
    midway.resolve()
    if (!read().active || read().fading) return
    stop()
    write({ fading: true })
    after(removalMs, () => write(idle))
  }
  const arrive = () => {
    if (!read().active || read().fading) return
    stop()
    midway.resolve()
    after(fadeDelayMs, leave)
  }
  const depart = () => {
    stop()
    midway.resolve()
    if (read().targetPath === null) arrive()
    else after(arrivalLimitMs, leave)
  }

  return {
    play(journey) {
      const { active, fading, targetPath, variant } = read()
      if (active && !fading && targetPath !== null) {
        // The strobe variant's sheet has no room for a picture.
        const previewImage = variant === 'soft' ? journey.previewImage : null
        write({ targetPath: journey.targetPath, previewImage })
        return midway.promise
      }
      stop()
      midway.resolve()
      midway = Promise.withResolvers<void>()
      const plan = planTransition(journey.variant, {
        reducedMotion: reducedMotion(),
        sinceStrobeMs: now() - strobedAt,
      })
      const [first, ...later] = plan.phases
      if (first?.phase === 'strobe') strobedAt = now()
      write({ ...idle, ...journey, active: true, phase: first?.phase ?? 'logo' })
      for (const { phase, atMs } of later) after(atMs, () => write({ phase }))
      after(plan.navigateAtMs, depart)
      return midway.promise
    },
    arrive,
    hurry() {
      if (!read().active || read().fading) return
      if (read().targetPath === null) leave()
      else depart()
    },
    leave,
    reset() {
      stop()
      midway.resolve()
      write(idle)
    },
  }
}
