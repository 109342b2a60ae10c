import type {
  DefaultServerCellComponentProps,
  Payload,
  RelationshipFieldServerComponent,
} from 'payload'

/**
 * The name of the staff member in a relationship field. Payload's own field would show only an id, because
 * staff may not read each other's accounts.
 */
export const StaffNameField: RelationshipFieldServerComponent = async ({
  data,
  clientField,
  payload,
}) => {
  const name = await nameOf(payload, data?.[clientField.name])
  return name ? (
    <div className="field-type staff-name">
      <p className="field-label">{String(clientField.label ?? '')}</p>
      <p>{name}</p>
    </div>
  ) : null
}

export const StaffNameCell = async ({ cellData, payload }: DefaultServerCellComponentProps) => (
  <span>{(await nameOf(payload, cellData)) ?? '–'}</span>
)

async function nameOf(payload: Payload, value: unknown): Promise<string | null> {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  if (typeof id !== 'number') return null
  const user = await payload.findByID({ collection: 'users', id, depth: 0, disableErrors: true })
  return user ? (user.name ?? null) : 'somebody whose account was deleted'
}
