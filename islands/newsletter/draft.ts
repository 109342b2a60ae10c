type Entry = [name: string, value: string]

let draft: Entry[] = []

/** Stores the typed text in this tab's memory for the form on the next page. */
export function keepDraft(form: HTMLFormElement): void {
  const isText = (entry: [string, FormDataEntryValue]): entry is Entry =>
    typeof entry[1] === 'string' && entry[1] !== ''
  draft = [...new FormData(form)].filter(isText)
}

/** Fills empty fields with the text that was typed on another page. */
export function restoreDraft(form: HTMLFormElement): void {
  for (const [name, value] of draft) {
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
      if (field.type === 'checkbox') field.checked ||= field.value === value
      else if (field.type !== 'hidden') field.value ||= value
    }
  }
}

export function clearDraft(): void {
  draft = []
}
