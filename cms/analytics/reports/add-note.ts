/** Adds a note to those of a report, unless it is among them: several parts of a report may have the same reason. */
export function addNote(notes: string[], note: string): void {
  if (!notes.includes(note)) notes.push(note)
}
