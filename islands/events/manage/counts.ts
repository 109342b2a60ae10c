type Name = 'inside' | 'going' | 'left' | 'waiting' | 'offered' | 'queue'

const elementOf = (name: Name) => document.querySelector<HTMLElement>(`[data-count="${name}"]`)

export function showCount(name: Name, count: number): void {
  const element = elementOf(name)
  if (element) element.textContent = String(count)
  if (element && name === 'queue') element.hidden = count === 0
  const progress = document.querySelector<HTMLProgressElement>('[data-progress]')
  if (!progress) return
  if (name === 'inside') progress.value = count
  if (name === 'going') progress.max = Math.max(1, count)
}

export function changeCount(name: Name, by: number): void {
  const element = elementOf(name)
  if (element) showCount(name, Number(element.textContent) + by)
}
