const flags = new Map<string, string>()

/** Sets a data attribute on the root element. Navigations remove it, so it is set again after each of them. */
export function keepOnRoot(name: string, value = ''): void {
  if (!flags.size) document.addEventListener('astro:after-swap', restore)
  flags.set(name, value)
  restore()
}

function restore(): void {
  for (const [name, value] of flags) document.documentElement.dataset[name] = value
}
