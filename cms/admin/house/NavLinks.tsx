'use client'
import { Link } from '@payloadcms/ui'
import { usePathname } from 'next/navigation'

const links = [
  ['/cms', 'Today'],
  ['/cms/visual', 'Edit pages'],
  ['/cms/faq', 'Questions'],
  ['/cms/collections/letters', 'Letters'],
  ['/cms/mailbox', 'Mailbox'],
] as const

/** The ways that lead to no collection. */
export function NavLinks() {
  const path = usePathname()
  return (
    <ul className="house-links">
      {links.map(([href, label]) => {
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
