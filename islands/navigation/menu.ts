const menuOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null

/**
 * Traps the focus in an open menu and closes it on navigation. Menus are popovers, which open, close and
 * handle Escape natively.
 */
export function startMenu(): void {
  document.addEventListener('toggle', onToggle, { capture: true })
  document.addEventListener('keydown', keepFocus)
  document.addEventListener('astro:before-preparation', closeMenu)
  // Wide screens show the entries in a row, without a popover.
  matchMedia('(min-width: 60rem)').addEventListener('change', closeMenu)
}

export function closeMenu(): void {
  document.querySelector<HTMLElement>('[data-menu]:popover-open')?.hidePopover()
}

function onToggle(event: Event): void {
  const menu = menuOf(event.target)
  if (menu !== event.target || !menu) return
  const isOpen = (event as ToggleEvent).newState === 'open'
  for (const button of document.querySelectorAll(`[popovertarget="${menu.id}"]`)) {
    button.setAttribute('aria-expanded', String(isOpen))
  }
  if (isOpen) menu.querySelector<HTMLElement>('button, a')?.focus()
}

function keepFocus(event: KeyboardEvent): void {
  const menu = menuOf(event.target)
  if (event.key !== 'Tab' || !menu?.matches(':popover-open')) return
  const focusable = [...menu.querySelectorAll<HTMLElement>('a[href], button')]
  const [first, last] = [focusable[0], focusable.at(-1)]
  const edge = event.shiftKey ? first : last
  if (document.activeElement !== edge) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
