import { startMover } from '../move-start.ts'

/** In the form of the date, a change of the start also moves the end and the doors. */
export function attachStartMover(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>('form[name="details"]')
  const field = (name: string) => form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const [start, end, doors] = [field('start'), field('end'), field('doors')]
  if (!start || !end || !doors) return
  const times = () => ({ end: end.value, doors: doors.value })
  const move = startMover(times())
  let from = start.value
  start.addEventListener('input', () => {
    const moved = move({ ...times(), from, to: start.value })
    end.value = moved.end ?? ''
    doors.value = moved.doors ?? ''
    from = start.value
  })
}
