import { proposeAlt } from '../../cms/features/moments/rules.ts'

/** The alternative text that is proposed from the chosen event and area. */
export function proposedAlt(form: HTMLFormElement): string {
  const chosen = (name: string) =>
    form.querySelector<HTMLSelectElement>(`select[name="${name}"]`)?.selectedOptions[0]
  return proposeAlt({
    event: chosen('event')?.dataset.title ?? null,
    area: chosen('area')?.textContent?.trim() ?? '',
  })
}

/** Writes the proposal into the field, unless its author wrote something else. */
export function showProposal(form: HTMLFormElement): void {
  const field = form.elements.namedItem('alt')
  if (!(field instanceof HTMLInputElement)) return
  if (field.value && field.value !== field.dataset.proposed) return
  field.value = proposedAlt(form)
  field.dataset.proposed = field.value
}
