import { CmsLink } from '../../../../../platform/admin/shell/CmsLink.tsx'
import { textName } from '../../../text-names.ts'
import type { ContentKey, ScheduledAction } from '../../contract.ts'
import { visualPath } from '../visual-path.ts'

type Props = { change: ContentKey & { action: ScheduledAction } }

/** Describes a scheduled change, with a link to its text or picture. */
export const ScheduledChange = ({ change: { action, page, section, content_key } }: Props) => (
  <>
    {action === 'publish' ? 'Publish' : 'Take down'}{' '}
    <CmsLink href={`/cms/visual/${visualPath(page, section, content_key)}`}>
      {textName({ page, section, content_key })}
    </CmsLink>
  </>
)
