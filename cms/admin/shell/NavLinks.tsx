'use client'
import { Link, useAuth } from '@payloadcms/ui'
import { usePathname } from 'next/navigation'
import { type Role, roles } from '../../staff/roles.ts'

const links: [href: string, label: string, role: Role][] = [
  ['/cms', 'Today', 'editor'],
  ['/cms/visual', 'Edit pages', 'editor'],
  ['/cms/faq', 'Questions', 'editor'],
  ['/cms/collections/letters', 'Letters', 'editor'],
  ['/cms/mailbox', 'Mailbox', 'editor'],
  ['/cms/newsletter/lists', 'Import & export', 'publisher'],
]

/** The ways that lead to no collection. */
export function NavLinks() {
  const path = usePathname()
  const { role = 'editor' } = (useAuth().user ?? {}) as { role?: Role }
  const own = links.filter(([, , least]) => roles.indexOf(role) >= roles.indexOf(least))
  return (
    <ul className="admin-links">
      {own.map(([href, label]) => {
        const here = href === '/cms' ? path === href : `${path}/`.startsWith(`${href}/`)
        return (
          <li key={href}>
            <Link
              className="nav__link"
              href={href}
              prefetch={false}
              aria-current={here ? 'page' : undefined}
            >
              <span className="nav__link-label">{label}</span>
            </Link>
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
