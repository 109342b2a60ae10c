import { generateImportMap } from 'payload'
import { generateTypes } from 'payload/node'
import config from '../../payload.config.ts'

// Writes the types of the collections and the import map of the admin.
const built = await config
await generateTypes(built)
await generateImportMap(built)
process.exit()
