//! The shipped lists. Written by `cargo xtask lexicons`; do not edit.

use super::{Theme, Tier};

/// A packed list and its identity.
pub(super) struct Shipped {
    pub(super) bytes: &'static [u8],
    pub(super) sha256: &'static str,
}

pub(super) const fn tier(tier: Tier) -> &'static Shipped {
    match tier {
        Tier::Everyday => &Shipped {
            bytes: include_bytes!("../../lexicons/everyday.fst"),
            sha256: "42b6f3a27929065a2ccf4d0b56552723b44489e4a04c8ef96f532126c50b8eee",
        },
        Tier::Standard => &Shipped {
            bytes: include_bytes!("../../lexicons/standard.fst"),
            sha256: "c1cc4a29ee15eea0afdeddd38a5f7446cf83b4f4ab7011a08f95e29bbf693c5a",
        },
        Tier::Large => &Shipped {
            bytes: include_bytes!("../../lexicons/large.fst"),
            sha256: "2914a608026c793f04a74aeefc7709c405e4926fc1bfe7e4450a4177abd9a4aa",
        },
    }
}

pub(super) const fn theme(theme: Theme) -> &'static Shipped {
    match theme {
        Theme::Nature => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/nature.fst"),
            sha256: "d827feb7bd9a7c8813dbc400c222a1e1ba34753dc3a0fd088f3654174084ac68",
        },
        Theme::People => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/people.fst"),
            sha256: "6b6c88a6f1a860d832b2d095033d4ff336faa69a2c6b83c9ced8dbfcfcc7de44",
        },
        Theme::Home => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/home.fst"),
            sha256: "e20cbbbd1979a035f7381d144ef6c2e9ddf55943dce6137c5f0a2a07dbf5f4d5",
        },
        Theme::Animals => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/animals.fst"),
            sha256: "578b3f029a27f107900a86540c208d71ce2c6dc8fd3ed0dcdd8ec8d6889141f3",
        },
        Theme::Plants => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/plants.fst"),
            sha256: "35c06127f10b6283a45f44ea339e3dab4ed54719b1a1871544074b856f121e3c",
        },
        Theme::Food => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/food.fst"),
            sha256: "433540ef30e12e12ff1a7a5d3f9d6b306ffc96bb63684b6f59027db320e07ea2",
        },
        Theme::Leisure => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/leisure.fst"),
            sha256: "09d8fb0d9a91729754829ea1056a367fa5c5557bf4882a229af1eef7c2a2a9c2",
        },
        Theme::Body => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/body.fst"),
            sha256: "61fd5bfc2d7f56bf7f551f8c529c286588c09745c7d8be4451f34afca49428c7",
        },
    }
}

/// The words that are never suggested.
pub(super) const UNSAID: &[u8] = include_bytes!("../../lexicons/unsaid.fst");

/// A former list: what differs from the present one of the same name, and its identity.
pub(super) struct Former {
    pub(super) name: &'static str,
    pub(super) sha256: &'static str,
    pub(super) difference: &'static [u8],
}

/// The former lists.
pub(super) const FORMERS: &[Former] = &[
    Former {
        name: "everyday",
        sha256: "b44a5c3659bc035f2fc43cf617e4fc81a79982e9844899219640a2905947c544",
        difference: include_bytes!("../../lexicons/former/everyday-b44a5c36.fst"),
    },
    Former {
        name: "standard",
        sha256: "a2b5744e6d9f33a2b6e25c3642e098b156fde23e8d1b211a4942205f6bdb6ac0",
        difference: include_bytes!("../../lexicons/former/standard-a2b5744e.fst"),
    },
    Former {
        name: "large",
        sha256: "ccc17c8f32a442466de34f2a53d247e0a4961c1c3712b3fd411ce791e9c1f372",
        difference: include_bytes!("../../lexicons/former/large-ccc17c8f.fst"),
    },
    Former {
        name: "nature",
        sha256: "95460ddc41dfaa8873b2f3a10b3af4e92a452a7b5da3f682af636736388d11b3",
        difference: include_bytes!("../../lexicons/former/nature-95460ddc.fst"),
    },
    Former {
        name: "people",
        sha256: "e6940803b4cddac1203fb812a8a06b2cc66d98efe89b246efdd7aaa1b29fbf6e",
        difference: include_bytes!("../../lexicons/former/people-e6940803.fst"),
    },
    Former {
        name: "home",
        sha256: "2a11ba254787c0059c2e9f8fd7c68af5d80d64c9ee4099cac6e74e511328067e",
        difference: include_bytes!("../../lexicons/former/home-2a11ba25.fst"),
    },
    Former {
        name: "animals",
        sha256: "34dc2494b5833cc93ac5e701957b95c63ce8e70cf0267cc7a2950dd8b67f5dff",
        difference: include_bytes!("../../lexicons/former/animals-34dc2494.fst"),
    },
    Former {
        name: "plants",
        sha256: "f116d25246e506ae14d1b2135b807e6e424ec518facd8fd2db0e3771cf2f2912",
        difference: include_bytes!("../../lexicons/former/plants-f116d252.fst"),
    },
    Former {
        name: "food",
        sha256: "a43d5e8ff2f01ee5263bff2869dfb35924d79189c8e6ad53fd5c371816076612",
        difference: include_bytes!("../../lexicons/former/food-a43d5e8f.fst"),
    },
    Former {
        name: "leisure",
        sha256: "f9ced112c7cf1630722f9e90faf58b5231a97acb073f8c5c31f90077194fa205",
        difference: include_bytes!("../../lexicons/former/leisure-f9ced112.fst"),
    },
    Former {
        name: "body",
        sha256: "8218fcfb07be413f22008fd9d840533013e98b27f1d322c7d91b9db074b9ee7a",
        difference: include_bytes!("../../lexicons/former/body-8218fcfb.fst"),
    },
];
