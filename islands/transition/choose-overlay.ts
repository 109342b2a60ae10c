import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'
import { logoOnlyKey } from './phases.ts'

let isStarted = false

/** Lets a person switch the overlay of this browser to its form with the logo only. */
export function startOverlayChoice(): void {
  if (isStarted) return
  isStarted = true
  showChoice()
  document.addEventListener('astro:page-load', showChoice)
  document.addEventListener('change', ({ target }) => {
    if (target !== choice()) return
    writeStored('localStorage', logoOnlyKey, choice()?.checked ? true : null)
  })
}

const choice = () => document.querySelector<HTMLInputElement>('#overlay-logo-only')

function showChoice(): void {
  const box = choice()
  if (box) box.checked = readStored<boolean>('localStorage', logoOnlyKey) === true
}
