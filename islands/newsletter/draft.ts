type Field = [name: string, value: string]

let kept: Field[] = []

/** Keeps what somebody has typed for the next page, in this tab's memory and nowhere else. */
export function keepDraft(form: HTMLFormElement): void {
  const isText = (field: [string, FormDataEntryValue]): field is Field =>
    typeof field[1] === 'string' && field[1] !== ''
  kept = [...new FormData(form)].filter(isText)
}

/** Puts what was typed on another page into the form, but for what stands there already. */
export function restoreDraft(form: HTMLFormElement): void {
  for (const [name, value] of kept) {
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
      if (field.type === 'checkbox') field.checked ||= field.value === value
      else if (field.type !== 'hidden') field.value ||= value
    }
  }
}

export function forgetDraft(): void {
  kept = []
}
