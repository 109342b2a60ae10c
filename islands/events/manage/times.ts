import { createStartMover } from '../../../cms/features/events/ui/move-start.ts'

/** In the form of the date, a change of the start also moves the end and the doors. */
export function attachStartMover(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>('form[name="details"]')
  const field = (name: string) => form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const [start, end, doors] = [field('start'), field('end'), field('doors')]
  if (!form || !start || !end || !doors) return
  const follow = () => {
    const times = () => ({ end: end.value, doors: doors.value })
    const move = createStartMover(times())
    let from = start.value
    start.addEventListener('input', () => {
      const moved = move({ ...times(), from, to: start.value })
      set(end, moved.end)
      set(doors, moved.doors)
      from = start.value
    })
  }
  // A browser can restore what was typed before a reload, so the first times are read when the form is first used.
  form.addEventListener('focusin', follow, { once: true })
}

/** Sets a time. A time that is only partly typed stays, because setting a value would erase it. */
function set(field: HTMLInputElement, time: string | null): void {
  if (!field.validity.badInput && field.value !== (time ?? '')) field.value = time ?? ''
}
