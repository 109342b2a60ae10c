'use client'
import { usePathname } from 'next/navigation'
import type { AdminLink } from '../feature-admin.ts'
import { CmsLink } from './CmsLink.tsx'
import { useMay } from './use-may.ts'
import { useRememberedNav } from './use-remembered-nav.ts'

/** The menu's entries that do not lead to a collection. `links` must be sorted. */
export function NavLinks({ links }: { links: AdminLink[] }) {
  const path = usePathname()
  useRememberedNav()
  const may = useMay()
  const visible = links.filter(({ permission }) => !permission || may(permission))
  return (
    <ul className="admin-links">
      {visible.map(({ href, label }) => {
        const isCurrent = href === '/cms' ? path === href : `${path}/`.startsWith(`${href}/`)
        return (
          <li key={href}>
            <CmsLink
              className="nav__link"
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <span className="nav__link-label">{label}</span>
            </CmsLink>
          </li>
        )
      })}
      <li>
        <a className="nav__link" href="/">
          <span className="nav__link-label">See the site</span>
        </a>
      </li>
    </ul>
  )
}
