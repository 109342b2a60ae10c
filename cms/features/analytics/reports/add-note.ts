/**
 * Adds a note to the notes of a report, unless they contain it already: several parts of a report may have the same
 * note.
 */
export function addNote(notes: string[], note: string): void {
  if (!notes.includes(note)) notes.push(note)
}
