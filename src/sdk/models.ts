import type {
  ChooseModelsRequest,
  LocalModelServer,
  ModelCosts,
  ModelsOverview,
  PutModelProviderRequest,
  TriedModel,
} from '../contracts/model-provider.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>

/** Which language models answer. Reading is for everybody who may read settings, the rest for admins who signed in. */
export interface ModelsClient {
  get(options?: Signal): Promise<ModelsOverview>
  costs(options?: Signal): Promise<ModelCosts>
  /** Model servers that answer on the machine of the program. */
  local(options?: Signal): Promise<readonly LocalModelServer[]>
  /** The models that a provider says it serves; none where it does not say. */
  offered(name: string, options?: Signal): Promise<readonly string[]>
  /** A key is sealed for the host of the provider; it is needed anew when the host changes, and never answered. */
  putProvider(
    name: string,
    body: Omit<PutModelProviderRequest, 'models'> & { readonly models?: readonly string[] },
  ): Promise<(ModelsOverview & { readonly refused?: false }) | Refused>
  removeProvider(name: string): Promise<(ModelsOverview & { readonly refused?: false }) | Refused>
  /** The models of some tiers, first choice first; an empty list takes the choice back. */
  choose(body: ChooseModelsRequest): Promise<(ModelsOverview & { readonly refused?: false }) | Refused>
  /** Asks `provider/model`, or that of the STANDARD tier, one small question. */
  try(model?: string): Promise<(TriedModel & { readonly refused?: false }) | Refused>
}

export function createModelsClient(transport: Transport): ModelsClient {
  const at = (name: string, rest = '') => `/api/models/providers/${encodeURIComponent(name)}${rest}`
  return {
    get: options => transport.read('/api/models', options),
    costs: options => transport.read('/api/models/costs', options),
    local: async options =>
      (await transport.read<{ readonly servers: readonly LocalModelServer[] }>('/api/models/local', options))
        .servers,
    offered: async (name, options) =>
      (await transport.read<{ readonly models: readonly string[] }>(at(name, '/models'), options)).models,
    putProvider: (name, body) => transport.command('PUT', at(name), { body }),
    removeProvider: name => transport.command('DELETE', at(name)),
    choose: body => transport.command('PUT', '/api/models/tiers', { body }),
    try: model =>
      transport.command('POST', '/api/models/try', { body: model === undefined ? {} : { model } }),
  }
}
