import { expect, test } from 'vitest'
import { cmsGlobalContent } from '../../../../collections/cms-content.ts'

const writeOf = async (data: object, role: string) => {
  const req = { context: {}, user: { collection: 'users', role } }
  const collection = { slug: 'cms_global_content' }
  let args: unknown = { data, req }
  for (const hook of cmsGlobalContent.hooks?.beforeOperation ?? []) {
    args = await hook({ args, collection, operation: 'update', req } as never)
  }
  return args
}

test.each(['editor', 'publisher'])(
  'published=false of %s is a draft, whatever else is sent',
  async (role) => {
    const data = { content_data: { text: 'New' }, published: false, _status: 'published' }
    expect(await writeOf(data, role)).toMatchObject({ draft: true, data: { _status: 'draft' } })
  },
)

test('staff publish with the form of the admin, which repeats the stored fields', async () => {
  const data = { published: false, updatedAt: new Date().toISOString(), _status: 'published' }
  expect(await writeOf(data, 'publisher')).toMatchObject({ data: { _status: 'published' } })
  expect(await writeOf({ _status: 'published' }, 'publisher')).not.toHaveProperty('draft')
  await expect(writeOf(data, 'editor')).rejects.toThrow('Only publishers publish')
})

// Payload fills in the stored values of what an update leaves out, before it validates the document.
const updated = async (stored: object, sent: object) => {
  const req = { context: {}, user: { collection: 'users', role: 'publisher' } }
  const { beforeOperation = [], beforeValidate = [] } = cmsGlobalContent.hooks ?? {}
  const collection = { slug: 'cms_global_content' }
  const operation = 'update'
  for (const hook of beforeOperation) {
    await hook({ args: { data: sent, req }, collection, operation, req } as never)
  }
  let data = { ...stored, ...sent }
  for (const hook of beforeValidate) {
    data = await hook({ data, originalDoc: stored, collection, operation, req } as never)
  }
  return data
}

const positioning = {
  alignment: 'center',
  containerPosition: 'default',
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
}
const stored = {
  content_key: 'contract.key',
  content_type: 'text',
  content_value: 'G1',
  content_data: { text: 'G1', positioning },
}

test.each([
  ['content_value', { content_value: 'G3' }, 'G3'],
  ['content_value beside an empty content_data', { content_value: 'G3', content_data: null }, 'G3'],
  ['content_data', { content_data: { text: 'G3' } }, 'G3'],
  ['both', { content_value: 'G2', content_data: { text: 'G3' } }, 'G3'],
  ['neither', { _status: 'published' }, 'G1'],
])('a text on every page that is sent as %s is stored in both fields', async (_, sent, text) => {
  const result = await updated(stored, sent)
  expect(result).toMatchObject({ content_value: text, content_data: { text } })
})

test('a text that is sent as content_value keeps its position', async () => {
  const result = await updated(stored, { content_value: 'G3' })
  expect(result).toMatchObject({
    content_data: { text: 'G3', positioning },
  })
  expect(await updated({ ...stored, content_data: null }, {})).toMatchObject({
    content_data: { text: 'G1' },
  })
})
