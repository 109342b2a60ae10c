import { CmsLink } from '../../admin/shell/CmsLink.tsx'

/** Above the list of causes: where their money is moved. */
export const CausesLink = () => (
  <p>
    <CmsLink href="/cms/common-good/causes">Set money aside, and pay it out</CmsLink>
  </p>
)
