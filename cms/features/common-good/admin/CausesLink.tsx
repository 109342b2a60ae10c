import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'

/** A link above the list of causes, to the page that moves their money. */
export const CausesLink = () => (
  <p>
    <CmsLink href="/cms/common-good/causes">Set money aside, and pay it out</CmsLink>
  </p>
)
