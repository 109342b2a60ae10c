import { passkeyErrors } from '../../../cms/features/members/passkeys/rules.ts'
import { device } from '../passkeys/device.ts'
import { createGestureTrail } from './gesture-trail.ts'
import { watchGesture } from './watch-gesture.ts'

const importFlow = () => import('./enter.ts')

/**
 * Starts the gate's page: the secret gesture and the button open the gate. The flow is loaded in advance
 * when the visitor touches, focuses or points at the form.
 */
export function startGate(): void {
  let stop = () => {}
  const connectForm = () => {
    stop()
    const form = document.querySelector<HTMLFormElement>('form[data-gate]')
    stop = form ? connect(form) : () => {}
  }
  connectForm()
  document.addEventListener('astro:page-load', connectForm)
}

/** @returns a function that removes the listeners */
function connect(form: HTMLFormElement): () => void {
  const alert = form.querySelector('[role=alert]')
  const showError = (message: string) => {
    if (alert) alert.textContent = message
  }
  const enter = async () => {
    showError('')
    form.setAttribute('aria-busy', 'true')
    try {
      const { enterAtGate } = await importFlow()
      // The person may have left the page meanwhile.
      if (form.isConnected) await enterAtGate()
    } catch {
      // The flow could not be loaded. Submit the form instead: its target works without JavaScript.
      if (navigator.onLine) form.submit()
      else showError(passkeyErrors.server)
    }
    form.removeAttribute('aria-busy')
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void enter()
  }
  const prepare = () => {
    importFlow().then(
      (flow) => flow.preloadGateUi(),
      () => {},
    )
  }
  // On a device with a stored passkey an unlock is likely.
  if (device.handle() !== null) prepare()
  const controller = new AbortController()
  const { signal } = controller
  form.addEventListener('submit', onSubmit, { signal })
  for (const intent of ['pointerenter', 'focusin', 'touchstart']) {
    form.addEventListener(intent, prepare, { once: true, passive: true, signal })
  }
  const stopWatching = watchGesture(document.querySelector('main') ?? document.body, {
    onGesture: () => void enter(),
    onPoint: createGestureTrail(),
  })
  return () => {
    controller.abort()
    stopWatching()
  }
}
