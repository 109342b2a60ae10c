import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'

const links = [
  { href: '/cms/common-good', label: 'Movements' },
  { href: '/cms/common-good/causes', label: 'Causes & payouts' },
  { href: '/cms/common-good/messages', label: 'Messages' },
]

/** Links to the views of the Common Good. @param current path of the current view */
export const SectionLinks = ({ current }: { current: string }) => (
  <nav className="movements-pages" aria-label="Common Good">
    {links.map(({ href, label }) => (
      <CmsLink key={href} href={href} {...(href === current && { 'aria-current': 'page' })}>
        {label}
      </CmsLink>
    ))}
  </nav>
)
