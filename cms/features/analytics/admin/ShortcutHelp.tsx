import { AdminDialog } from '../../../platform/admin/shell/AdminDialog.tsx'
import { shortcuts } from './shortcuts.ts'

/** Lists the keys of the screen. */
export const ShortcutHelp = ({ onClose }: { onClose: () => void }) => (
  <AdminDialog title="Keys" look="dialog" onClose={onClose}>
    <dl className="analytics-keys">
      {shortcuts.map(({ key, shown, about }) => (
        <div key={key}>
          <dt>
            <kbd>{shown}</kbd>
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
    <p className="analytics-quiet">They do nothing while you type.</p>
  </AdminDialog>
)
