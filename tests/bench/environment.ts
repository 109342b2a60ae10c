import { secret } from '../support/secret.ts'

// Sessions are signed in this process too. It has to be imported before modules that read the environment.
process.env.SECRET = secret
