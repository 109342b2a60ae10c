import { readStored, writeStored } from '../lib/storage.ts'
import { showToast } from '../lib/toasts.ts'
import { PasskeyError } from './passkeys/faults.ts'
import { showRoom } from './gate/load-ui.ts'
import { offerWords as words } from './gate/texts.ts'

/** Which steps were skipped on this device, by member: several may share it. */
const nameOf = (member: string) => `common-room-steps-skipped-${member}`

/** Shows the steps of a first visit that were not skipped, on this page and those that follow. */
export function showFirstSteps(): void {
  show()
  document.addEventListener('astro:page-load', show)
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const step = target.closest<HTMLElement>('[data-step]')
    if (!step) return
    if (target.closest('[data-skip-step]')) skip(step)
    if (target.closest('[data-make-passkey]')) void make(step)
  })
}

const sectionOf = (step: Element) => step.closest<HTMLElement>('[data-first-steps]')

function show(): void {
  const section = document.querySelector<HTMLElement>('[data-first-steps]')
  if (!section) return
  const skipped = readStored<string[]>('localStorage', nameOf(section.dataset.firstSteps ?? ''))
  for (const step of section.querySelectorAll<HTMLElement>('[data-step]')) {
    step.hidden ||= skipped?.includes(step.dataset.step ?? '') ?? false
  }
  settle(section)
}

/** The section is there as long as a step is. */
function settle(section: HTMLElement): void {
  section.hidden = !section.querySelector('[data-step]:not([hidden])')
}

function done(step: HTMLElement): void {
  const section = sectionOf(step)
  step.hidden = true
  if (!section) return
  settle(section)
  const next = section.querySelector<HTMLElement>('[data-step]:not([hidden]) .go')
  ;(next ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: !next })
}

function skip(step: HTMLElement): void {
  const name = nameOf(sectionOf(step)?.dataset.firstSteps ?? '')
  const before = readStored<string[]>('localStorage', name) ?? []
  writeStored('localStorage', name, [...before, step.dataset.step])
  done(step)
}

async function make(step: HTMLElement): Promise<void> {
  const button = step.querySelector<HTMLElement>('[data-make-passkey]')
  if (button?.ariaDisabled) return
  button?.setAttribute('aria-disabled', 'true')
  await showRoom().catch(() => {})
  try {
    const { makeOwnPasskey } = await import('./gate/flow.ts')
    await makeOwnPasskey()
    showToast({ title: words.made })
    done(step)
  } catch (error) {
    const title = error instanceof PasskeyError ? error.message : words.failed
    showToast({ title, tone: 'fault' })
  }
  button?.removeAttribute('aria-disabled')
}
