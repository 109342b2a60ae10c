const menuOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null

/**
 * The menus are popovers, which open, close and handle Escape natively. This traps the focus inside and
 * closes them on navigation.
 */
export function startMenu(): void {
  document.addEventListener('toggle', onToggle, { capture: true })
  document.addEventListener('keydown', keepFocus)
  document.addEventListener('astro:before-preparation', closeMenu)
  // On wide screens the entries are in a row.
  matchMedia('(min-width: 60rem)').addEventListener('change', closeMenu)
}

export function closeMenu(): void {
  document.querySelector<HTMLElement>('[data-menu]:popover-open')?.hidePopover()
}

function onToggle(event: Event): void {
  const menu = menuOf(event.target)
  if (menu !== event.target || !menu) return
  const open = (event as ToggleEvent).newState === 'open'
  for (const button of document.querySelectorAll(`[popovertarget="${menu.id}"]`)) {
    button.setAttribute('aria-expanded', String(open))
  }
  if (open) menu.querySelector<HTMLElement>('button, a')?.focus()
}

function keepFocus(event: KeyboardEvent): void {
  const menu = menuOf(event.target)
  if (event.key !== 'Tab' || !menu?.matches(':popover-open')) return
  const stops = [...menu.querySelectorAll<HTMLElement>('a[href], button')]
  const [first, last] = [stops[0], stops.at(-1)]
  const leaving = event.shiftKey ? first : last
  if (document.activeElement !== leaving) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
