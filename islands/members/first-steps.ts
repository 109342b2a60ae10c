import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'
import { showToast } from '../../cms/platform/ui/toasts.ts'
import { loadGateUi } from './gate/load-ui.ts'
import { offerTexts as texts } from './gate/texts.ts'
import { PasskeyError } from './passkeys/errors.ts'

/** Storage key of the skipped steps. Each member has one, because a device may be shared. */
const keyOf = (member: string) => `common-room-steps-skipped-${member}`

/**
 * Shows the steps for new members on this page and on later pages, except steps that were skipped on this device.
 */
export function showFirstSteps(): void {
  show()
  document.addEventListener('astro:page-load', show)
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const step = target.closest<HTMLElement>('[data-step]')
    if (!step) return
    if (target.closest('[data-skip-step]')) skip(step)
    if (target.closest('[data-make-passkey]')) void makePasskey(step)
  })
}

const sectionOf = (step: Element) => step.closest<HTMLElement>('[data-first-steps]')

function show(): void {
  const section = document.querySelector<HTMLElement>('[data-first-steps]')
  if (!section) return
  const skipped = readStored<string[]>('localStorage', keyOf(section.dataset.firstSteps ?? ''))
  for (const step of section.querySelectorAll<HTMLElement>('[data-step]')) {
    step.hidden ||= skipped?.includes(step.dataset.step ?? '') ?? false
  }
  hideIfEmpty(section)
}

function hideIfEmpty(section: HTMLElement): void {
  section.hidden = !section.querySelector('[data-step]:not([hidden])')
}

/** Hides a step and moves the focus to the next one. */
function complete(step: HTMLElement): void {
  const section = sectionOf(step)
  step.hidden = true
  if (!section) return
  hideIfEmpty(section)
  const next = section.querySelector<HTMLElement>('[data-step]:not([hidden]) .go')
  ;(next ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: !next })
}

function skip(step: HTMLElement): void {
  const key = keyOf(sectionOf(step)?.dataset.firstSteps ?? '')
  const before = readStored<string[]>('localStorage', key) ?? []
  writeStored('localStorage', key, [...before, step.dataset.step])
  complete(step)
}

async function makePasskey(step: HTMLElement): Promise<void> {
  const button = step.querySelector<HTMLElement>('[data-make-passkey]')
  if (button?.ariaDisabled) return
  button?.setAttribute('aria-disabled', 'true')
  await loadGateUi().catch(() => {})
  try {
    const { addOwnPasskey } = await import('./gate/flow.ts')
    await addOwnPasskey()
    showToast({ title: texts.made })
    complete(step)
  } catch (error) {
    const title = error instanceof PasskeyError ? error.message : texts.failed
    showToast({ title, tone: 'fault' })
  }
  button?.removeAttribute('aria-disabled')
}
