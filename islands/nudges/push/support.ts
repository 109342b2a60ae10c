/** The properties of a browser that decide whether it can get nudges. */
export type BrowserFacts = {
  /** Whether it has service workers, notifications and the Push API. */
  hasPush: boolean
  permission: NotificationPermission
  /** Whether it runs on an iPhone or iPad. There, only installed apps get pushes. */
  isIos: boolean
  /** Whether the site runs as an installed app. */
  isInstalled: boolean
}

/**
 * Whether a browser can get nudges, and if not, why:
 * - `ready`: it can
 * - `blocked`: the person or the browser refuses notifications of this site
 * - `install`: only the installed app can
 * - `unsupported`: it lacks the Push API
 */
export type PushSupport = 'ready' | 'blocked' | 'install' | 'unsupported'

export function findSupport({
  hasPush,
  permission,
  isIos,
  isInstalled,
}: BrowserFacts): PushSupport {
  if (isIos && !isInstalled) return 'install'
  if (!hasPush) return 'unsupported'
  return permission === 'denied' ? 'blocked' : 'ready'
}

/** Whether a browser runs on an iPhone or iPad. An iPad's user agent names a Mac, but an iPad has a touch screen. */
export const isIosBrowser = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /\b(iPhone|iPad|iPod)\b/.test(userAgent) ||
  (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
