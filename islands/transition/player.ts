import {
  arrivalLimitMs,
  fadeDelayMs,
  idle,
  planTransition,
  removalMs,
  type Transition,
} from './phases.ts'

export type TransitionRequest = Pick<Transition, 'targetPath' | 'variant' | 'previewImage'>

export type Player = {
  /**
   * Covers the page. A call during a transition changes only the target; the animation continues. A call during the
   * intro replaces the intro. Resolves when it is time to navigate.
   */
  play: (request: TransitionRequest) => Promise<void>
  /** Called when the next page is shown. Fades after `fadeDelayMs`. */
  arrive: () => void
  /** Skips the animation. A transition navigates at once; the intro fades at once. */
  skip: () => void
  /** Fades now and resolves the promise of `play`. */
  leave: () => void
  /** Removes the overlay at once. */
  reset: () => void
}

export type Effects = {
  now: () => number
  reducedMotion: () => boolean
  /** Whether the person has chosen an overlay with the logo only. */
  logoOnly: () => boolean
  read: () => Transition
  write: (change: Partial<Transition>) => void
}

/** Runs the plan of a transition. Rules and times are in `phases.ts`. */
export function createPlayer({ now, reducedMotion, logoOnly, read, write }: Effects): Player {
  let timers: ReturnType<typeof setTimeout>[] = []
  let navigation = Promise.withResolvers<void>()
  let strobedAt = Number.NEGATIVE_INFINITY

  const schedule = (ms: number, act: () => void) => {
    timers.push(setTimeout(act, ms))
  }
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const leave = () => {
    navigation.resolve()
    if (!read().active || read().fading) return
    stop()
    write({ fading: true })
    schedule(removalMs, () => write(idle))
  }
  const arrive = () => {
    if (!read().active || read().fading) return
    stop()
    navigation.resolve()
    schedule(fadeDelayMs, leave)
  }
  const depart = () => {
    stop()
    navigation.resolve()
    if (read().targetPath === null) arrive()
    else schedule(arrivalLimitMs, leave)
  }

  return {
    play(request) {
      const { active, fading, targetPath, variant } = read()
      if (active && !fading && targetPath !== null) {
        // The strobe variant shows no picture.
        const previewImage = variant === 'soft' && !logoOnly() ? request.previewImage : null
        write({ targetPath: request.targetPath, previewImage })
        return navigation.promise
      }
      stop()
      navigation.resolve()
      navigation = Promise.withResolvers<void>()
      const plan = planTransition(request.variant, {
        reducedMotion: reducedMotion(),
        logoOnly: logoOnly(),
        sinceStrobeMs: now() - strobedAt,
      })
      const [first, ...later] = plan.phases
      if (first?.phase === 'strobe') strobedAt = now()
      const previewImage = logoOnly() ? null : request.previewImage
      write({ ...idle, ...request, previewImage, active: true, phase: first?.phase ?? 'logo' })
      for (const { phase, atMs } of later) schedule(atMs, () => write({ phase }))
      schedule(plan.navigateAtMs, depart)
      return navigation.promise
    },
    arrive,
    skip() {
      if (!read().active || read().fading) return
      if (read().targetPath === null) leave()
      else depart()
    },
    leave,
    reset() {
      stop()
      navigation.resolve()
      write(idle)
    },
  }
}
