"""Filters: what is wrong with edges after an update, as the hub sees them."""


def edge_fault(agents, code, version, backlog):
    """
    Looks for an agent in what the hub's `agents list` answers. Empty where it runs the version, is
    connected, and gets rid of its entries: at most backlog's `limit` are unsent, or fewer than `before`.
    Else what is wrong, for a person.
    """
    found = [agent for agent in agents if agent['code'].lower() == code.lower()]
    if not found:
        return 'the hub knows no agent %s' % code
    agent = found[0]
    if not agent['connected']:
        return 'the hub does not see %s connected' % code
    if agent['version'] != version:
        return 'the hub sees %s with version %s' % (code, agent['version'])
    unacked, before = agent['unacked'] or 0, int(backlog['before'])
    if unacked > int(backlog['limit']) and unacked >= before:
        return 'its entries do not reach the hub: %d are unsent, %d before' % (unacked, before)
    return ''


def edge_faults(agents, awaited, version):
    """What is wrong with those that are awaited, each with its `code` and `backlog`: empty where nothing is."""
    faults = [edge_fault(agents, one['code'], version, one['backlog']) for one in awaited]
    return [fault for fault in faults if fault]


class FilterModule:
    """What Ansible looks for."""

    def filters(self):
        return {'edge_fault': edge_fault, 'edge_faults': edge_faults}
