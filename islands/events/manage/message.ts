import type { PreviewReply } from '../../../cms/features/events/manage/contract.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import type { OrganiserCall } from './organiser-call.ts'

/** Previews the mail. The send button appears only after a preview, and is hidden again when the form changes. */
export function attachMailPreview(root: HTMLElement, call: OrganiserCall): void {
  const form = root.querySelector<HTMLFormElement>('[data-message]')
  const preview = form?.querySelector<HTMLElement>('[data-preview]')
  const send = form?.querySelector<HTMLElement>('[data-send]')
  if (!form || !preview || !send) return
  const part = (name: string) => preview.querySelector(`[data-${name}]`)
  const showProblem = (text: string) => {
    const problem = form.querySelector('.form-error:not([id])')
    if (problem) problem.textContent = text
  }
  const hide = () => {
    preview.hidden = true
    send.hidden = true
  }
  hide()
  form.addEventListener('input', hide)
  form.addEventListener('submit', (event) => {
    const { submitter } = event
    if (!submitter?.matches('[data-see]')) return
    event.preventDefault()
    const { date, audience, text } = Object.fromEntries(new FormData(form))
    call<PreviewReply>('preview', { date: Number(date), audience, text }).then(
      ({ recipients, subject, text: mail }) => {
        const [count, body] = [part('recipients'), part('text')]
        if (count) count.textContent = String(recipients)
        if (body) body.textContent = `${subject}\n\n${mail}`
        showProblem('')
        preview.hidden = false
        send.hidden = recipients === 0
        preview.scrollIntoView({ block: 'nearest' })
      },
      (error) => showProblem(error instanceof ApiError ? error.message : ''),
    )
  })
}
